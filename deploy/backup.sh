#!/bin/sh
# Copies the database once a day and keeps the last fourteen copies, however often it is started;
# "check": whether the newest is of today.
set -eu
folder=/backups
if [ "${1:-}" = check ]; then
	find "$folder" -name '*.dump' -mmin -1560 | grep -q .
	exit
fi
rm -f -- "$folder"/*.part
newest=$(find "$folder" -name '*.dump' -mmin -1440 | sort | tail -n 1)
if [ -n "$newest" ]; then
	rest=$(($(stat -c %Y "$newest") + 86400 - $(date +%s)))
	[ "$rest" -le 86400 ] || rest=86400 # the clock was wrong once
	[ "$rest" -le 0 ] || sleep "$rest"
fi
while true; do
	copy="$folder/gunbai-$(date -u +%Y-%m-%dT%H%M%SZ)"
	if pg_dump -Fc -f "$copy.part"; then
		mv "$copy.part" "$copy.dump"
		ls -1 "$folder"/*.dump | sort -r | tail -n +15 | while read -r old; do rm -- "$old"; done
		sleep 86400
	else
		rm -f -- "$copy.part"
		sleep 300
	fi
done
