// Requests to a language model, several at a time: each grows its caches by concatenation, a token at a time, and ends
// at a length of its own.
#include <array>
#include <string>
#include <vector>

#include "sim/generate/kind.hpp"

namespace arenasim::sim::generate {
namespace {

using core::OptionType;

constexpr std::array kInferenceOptions{
    core::OptionSpec{.name = "requests",
                     .type = OptionType::count,
                     .fallback = "16",
                     .sentence = "requests served at once",
                     .least = 1,
                     .most = 100'000},
    core::OptionSpec{.name = "layers",
                     .type = OptionType::count,
                     .fallback = "8",
                     .sentence = "caches of a request",
                     .least = 1,
                     .most = 10'000},
    core::OptionSpec{.name = "token",
                     .type = OptionType::bytes,
                     .fallback = "8KiB",
                     .sentence = "what one token takes in one cache",
                     .least = 1,
                     .most = std::uint64_t{1} << 30U},
    core::OptionSpec{.name = "streams",
                     .type = OptionType::count,
                     .fallback = "1",
                     .sentence = "streams that the requests are spread over",
                     .least = 1,
                     .most = 1'000},
};

constexpr std::uint64_t kShortestPrompt = 16;
constexpr std::uint64_t kLongestPrompt = 512;
constexpr std::uint64_t kLongestAnswer = 256;

struct Ongoing {
  core::StreamId stream;
  std::uint64_t tokens = 0;
  std::uint64_t tokens_left = 0;
  std::vector<Block> caches;
};

class Serving {
 public:
  Serving(const core::Options& options, Random& random, Emitter& emitter)
      : random_(random),
        emitter_(emitter),
        layers_(options.count("layers")),
        token_(options.bytes("token")),
        streams_(options.count("streams")),
        requests_(options.count("requests")) {}

  /// The most that one round makes: an ended request's caches freed, a new one's made, a token for each of them.
  [[nodiscard]] std::uint64_t events_each_round() const { return 2 + 8 * layers_; }

  /// One token of one request, the next in turn.
  void round(std::uint64_t number) {
    Ongoing& request = requests_[number % requests_.size()];
    if (request.tokens_left == 0) {
      end(request);
      begin(request, number);
    }
    ++request.tokens;
    --request.tokens_left;
    for (Block& cache : request.caches) {
      emitter_.pass(core::SimDuration{random_.between(3'000, 30'000)});
      const Block scores = emitter_.alloc(core::Bytes{request.tokens * 64}, "scores", request.stream);
      const Block longer = emitter_.alloc(token_ * request.tokens, "cache", request.stream);
      emitter_.free(cache);
      emitter_.free(scores);
      cache = longer;
    }
  }

  void end_all() {
    for (Ongoing& request : requests_) {
      end(request);
    }
  }

 private:
  void begin(Ongoing& request, std::uint64_t number) {
    emitter_.marker("request " + std::to_string(number % requests_.size()));
    request.stream = core::StreamId{static_cast<std::int32_t>(number % requests_.size() % streams_)};
    request.tokens = random_.between(kShortestPrompt, kLongestPrompt);
    request.tokens_left = random_.between(1, kLongestAnswer);
    for (std::uint64_t layer = 0; layer < layers_; ++layer) {
      request.caches.push_back(emitter_.alloc(token_ * request.tokens, "cache", request.stream));
    }
  }

  void end(Ongoing& request) {
    for (const Block& cache : request.caches) {
      emitter_.free(cache);
    }
    request.caches.clear();
  }

  Random& random_;
  Emitter& emitter_;
  std::uint64_t layers_;
  core::Bytes token_;
  std::uint64_t streams_;
  std::vector<Ongoing> requests_;
};

void run_inference(const core::Options& options, Random& random, Emitter& emitter) {
  Serving serving{options, random, emitter};
  for (std::uint64_t number = 0; emitter.has_room_for(serving.events_each_round()); ++number) {
    serving.round(number);
  }
  serving.end_all();
}

}  // namespace

const Kind kInference{.name = "inference",
                      .sentence = "requests to a language model, whose caches grow by concatenation",
                      .options = kInferenceOptions,
                      .run = run_inference};

}  // namespace arenasim::sim::generate
