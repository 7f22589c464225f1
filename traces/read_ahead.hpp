// Reading on a thread of its own, some batches ahead of whoever takes the events.
#pragma once

#include <functional>

#include "traces/event_sink.hpp"

namespace arenasim::traces {

/// Calls `read` on another thread and passes the events it sends on to `sink`, on this one, in order. What `read`
/// throws is thrown here, behind the events that came before it. What `sink` throws is thrown here too, once `read` has
/// ended: it meets an exception in its own sink, which it has to let through. How far it had come by then is not known,
/// so use this where its counts do not matter once a sink has seen enough. Whatever `read` writes to must not be looked
/// at before this returns.
void read_ahead(const std::function<void(EventSink&)>& read, EventSink& sink);

}  // namespace arenasim::traces
