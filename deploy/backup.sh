#!/bin/sh
# Copies the database once a day and keeps the last fourteen copies; "check": whether the newest is of today.
set -eu
folder=/backups
if [ "${1:-}" = check ]; then
	find "$folder" -name '*.dump' -mmin -1560 | grep -q .
	exit
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
