#!/bin/bash
# Builds the examples and lets them tell their stories: the todo list in every format, the authors in JSON of a data model.
source "$(dirname "$0")/lib.sh"
"$root/Scripts/install-packages.sh" demo
step "Build the todo list" swift build --package-path Examples/TodoList --scratch-path .build --product todo
Scripts/with-secret-service.sh .build/debug/todo demo
step "Build the authors" swift build --package-path Examples/Authors --scratch-path .build --product authors
.build/debug/authors demo
