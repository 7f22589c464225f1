#!/usr/bin/env python3
"""Validates JSON files against a schema: validate.py SCHEMA FILE... Prints the first error of each, exits 1 if any."""
import json
import sys

import jsonschema


def main(schema_path, *paths):
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failed = False
    for path in paths:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        error = jsonschema.exceptions.best_match(validator.iter_errors(document))
        if error is not None:
            print(f"{path}: {error.json_path}: {error.message[:500]}")
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
