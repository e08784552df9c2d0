#!/bin/sh
# What an admin looks at on Monday: how many users and dogs there are, which dogs nobody owns, what admins did. With curl.
#
#   BARKYARD_TOKEN=barkyard_… sh report.sh     (a token with admin rights)
set -eu
url=${BARKYARD_URL:-http://127.0.0.1:3000}
answer=$(mktemp)
headers=$(mktemp)
trap 'rm -f "$answer" "$headers"' EXIT

# get PATH: the answer goes to $answer, its headers to $headers. curl itself waits for Retry-After on 429 and 503.
get() {
  curl --silent --show-error --fail-with-body --retry 3 --output "$answer" --dump-header "$headers" \
    --header "authorization: Bearer $BARKYARD_TOKEN" "$url/api$1" || { cat "$answer" >&2; exit 1; }
}
# The header X-Total-Count: how many there are in all pages.
total() { tr -d '\r' <"$headers" | sed -n 's/^x-total-count: //Ip'; }
# All values of a text field in the JSON that came.
values() { grep -o "\"$1\":\"[^\"]*\"" "$answer" | cut -d '"' -f 4; }

get '/admin/users?limit=1'
echo "Users: $(total)"
get '/admin/all-dogs?limit=1'
echo "Dogs: $(total)"
get '/admin/unowned-dogs?limit=20'
echo "Dogs that nobody owns: $(total)"
values name | sed 's/^/  /'
get '/admin/audit?limit=100'
echo 'Actions of admins lately:'
values action | sort | uniq -c | sort -rn
