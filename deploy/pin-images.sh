#!/bin/sh
# Prints the tags of compose.yaml with the digests that the registry has for them today, as settings for deploy/.env.
set -eu
cd "$(dirname "$0")"

# Each of them as NAME_TAG:-VERSION in compose.yaml.
default_of() {
  sed -n "s/.*\${$1:-\([^}]*\)}.*/\1/p" compose.yaml | head -n 1
}

pin() {
  tag=$(default_of "$2")
  digest=$(docker buildx imagetools inspect "$1:$tag" --format '{{.Manifest.Digest}}')
  echo "$2=$tag@$digest"
}

pin postgres POSTGRES_TAG
pin caddy CADDY_TAG
pin node NODE_TAG
