#!/bin/bash
# Builds the todo list and lets it tell its story in every format.
source "$(dirname "$0")/lib.sh"
"$root/Scripts/install-packages.sh" demo
step "Build the todo list" swift build --package-path Examples/TodoList --product todo
Scripts/with-secret-service.sh Examples/TodoList/.build/debug/todo demo
