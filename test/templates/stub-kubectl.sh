#!/bin/sh
# A kubectl whose cluster is the folder `cluster`; it appends its calls to the file `calls`. In sh, because each call of a process of
# Node.js takes many times as long.
unit=$(printf '\037')
state=cluster
context=
args=

# Keeps the arguments except the context as $1, $2, ...
count=$#
while [ "$count" -gt 0 ]; do
  case $1 in
    --context=*) context=${1#--context=} ;;
    *) set -- "$@" "$1" && args="$args$unit$1" ;;
  esac
  shift
  count=$((count - 1))
done
verb=$1
# Objects are read and deleted through a version.
case $2 in
  orders.v1.*) what=orders.${2#orders.v1.} ;;
  *) what=$2 ;;
esac

has_argument() {
  case "$args$unit" in *"$unit$1$unit"*) ;; *) return 1 ;; esac
}
has_line() {
  grep -qxF -e "$2" "$state/$1"
}
fail() {
  printf '%s\n' "$2" >&2
  exit "$1"
}

input=
if [ "$verb" = apply ] || has_argument -; then input=$(cat && echo .) && input=${input%.}; fi
kinds=$(printf '%s' "$input" | sed -n 's/^kind: //p' | tr '\n' "$unit")
printf '%s\036%s\036%s\035' "$context" "${args#"$unit"}" "$kinds" >> calls

if [ "$verb" = "$(cat "$state/hangs")" ]; then trap '' TERM && exec sleep 1000; fi
if [ "$verb" = "$(cat "$state/fails")" ]; then echo 'some of it' && fail 7 'kubectl says no'; fi

case $verb in
  config)
    if [ "$what" = current-context ]; then
      [ -s "$state/current" ] || fail 1 'error: current-context is not set'
      cat "$state/current"
    else
      [ -f "$state/contexts/$context" ] || fail 1 "error: context \"$context\" does not exist"
      cat "$state/contexts/$context"
    fi
    ;;
  kustomize) cat "$state/manifests" ;;
  apply)
    if has_argument --dry-run=server; then
      [ ! -s "$state/rejects" ] || fail 1 "$(cat "$state/rejects")"
    else
      printf '%s' "$input" >> given
      echo 'kubectl did it'
    fi
    ;;
  get)
    case $what in
      -f)
        # Each document as: kind, namespace, name, apiVersion
        documents=$(printf '%s' "$input" | awk '
          function document() { if (kind != "") print kind, (namespace == "" ? "<none>" : namespace), name, api; kind = namespace = name = api = "" }
          $0 == "---" { document() }
          kind == "" && sub(/^kind: /, "") { kind = $0 }
          namespace == "" && sub(/^  namespace: /, "") { namespace = $0 }
          name == "" && sub(/^  name: /, "") { name = $0 }
          api == "" && sub(/^apiVersion: /, "") { api = $0 }
          END { document() }')
        errors=
        while read -r kind namespace name api; do
          if has_line unknown "$kind"; then
            errors="${errors}error: resource mapping not found for name: \"$name\" namespace: \"\" from \"STDIN\": no matches for kind \"$kind\" in version \"$api\"
ensure CRDs are installed first
"
          elif ! has_line unknown "$name" && ! has_line missing "$kind" && ! has_line missing "$name"; then
            echo "$kind   $namespace   $name"
          fi
        done <<EOF
$documents
EOF
        [ -z "$errors" ] || fail 1 "${errors%?}"
        ;;
      --raw)
        has_line apis "${3#/apis/}" || fail 1 'Error from server (NotFound): the server could not find the requested resource'
        echo '{}'
        ;;
      customresourcedefinitions)
        shift 2
        for name; do if [ -f "$state/crds/$name" ]; then echo "$name   v1   v1   v1"; fi; done
        ;;
      namespaces)
        shift 2
        for name; do if has_line namespaces "$name"; then echo "namespace/$name"; fi; done
        ;;
      */*)
        has_argument --output=name || exit 0
        shift
        for name; do case $name in */*) echo "$name" ;; esac; done
        ;;
      *)
        if has_line unconverted "$what"; then
          fail 1 'Error from server: conversion webhook for shop.example.com/v1, Kind=Order failed: Post "https://s.n.svc:443/convert": no'
        fi
        if [ -f "$state/crds/$what" ]; then cat "$state/crds/$what"; fi
        ;;
    esac
    ;;
  delete)
    if has_argument --all; then
      # What has a finalizer stays.
      awk -F '\t' '$3 != ""' "$state/crds/$what" > "$state/kept"
      mv "$state/kept" "$state/crds/$what"
    fi
    echo 'kubectl did it'
    ;;
esac
