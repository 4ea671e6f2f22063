#!/bin/sh
# Trains the model of main content and writes it to src/document. See README.md.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${GANNET_TRAIN_DIR:-${TMPDIR:-/tmp}/gannet-train}
mkdir -p "$folder"
node "$here/dump.ts" "$folder"
# Threads that wait in a loop for each other take the time of those that work.
export OMP_WAIT_POLICY=passive
train() { "${PYTHON:-python3}" "$here/train.py" "$folder" "$@"; }
if [ "${1:-}" = --check ]; then
  train 0 1 2 3 4
  train report
fi
train all
cp "$folder/content-model.bin" "$folder/content-model.check.json" "$here/../../src/document/"
cd "$here/../.."
node node_modules/@biomejs/biome/bin/biome format --write src/document/main-content/content-model.check.json
