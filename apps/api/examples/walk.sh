#!/bin/sh
# Sign in, sniff, bark, propose a playdate, use a token: with curl.
set -eu
url=${BARKYARD_URL:-http://localhost:3000}
email=${BARKYARD_EMAIL:-owner@demo.test}
password=${BARKYARD_PASSWORD:-demo-demo-demo}
jar=$(mktemp)
trap 'rm -f "$jar"' EXIT

# call METHOD PATH [JSON]: as the cookie says, or with "$token" where there is one.
token=
call() {
  curl --silent --show-error --fail-with-body --request "$1" \
    ${token:+--header "authorization: Bearer $token"} --cookie "$jar" --cookie-jar "$jar" \
    ${3:+--header 'content-type: application/json' --data "$3"} "$url/api$2"
}
# The first value of a field in the JSON that comes in.
field() { sed -n "s/^[^\"]*\"$1\":\"\([^\"]*\)\".*/\1/p; s/^.*[{,]\"$1\":\"\([^\"]*\)\".*/\1/p" | head -n 1; }

call POST /login "{\"email\":\"$email\",\"password\":\"$password\"}" >/dev/null
echo "Signed in as $email"

dog=$(call GET '/sniff?distance=50&limit=1' | field id)
[ -n "$dog" ] || { echo 'No dog is near' >&2; exit 1; }
match=$(call POST /bark "{\"toDogId\":\"$dog\"}" | field matchId)
echo "Barked: match $match"

when=$(date -u -d '+7 days' +%Y-%m-%dT16:00:00Z 2>/dev/null || date -u -v+7d +%Y-%m-%dT16:00:00Z)
call POST /playdates "{\"matchId\":\"$match\",\"whenTs\":\"$when\",\"parkName\":\"Dolores Park\",\"notes\":\"Fetch\"}" >/dev/null
echo "Proposed a playdate for $when"

made=$(call POST /tokens '{"name":"walk.sh"}')
token_id=$(echo "$made" | field id)
token=$(echo "$made" | field token)
: >"$jar"
call GET "/messages/$match?limit=1" | grep -q 'Woof!'
echo 'Read the bark with a token'
call DELETE "/tokens/$token_id" >/dev/null
echo 'Revoked the token'
