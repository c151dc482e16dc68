"""The stack and the queue that the course provides for a5.py."""


class Stack:
    """A stack: the element that was pushed last is popped first."""

    def __init__(self, initial=[]):
        self.the_stack = list(initial)

    def __str__(self):
        return "The stack contains: " + str(self.the_stack)

    def push(self, elt):
        self.the_stack.append(elt)

    def pop(self):
        return self.the_stack.pop()

    def is_empty(self):
        return self.the_stack == []


class Queue:
    """A queue: the element that was pushed first is popped first."""

    def __init__(self, initial=[]):
        self.the_queue = list(initial)

    def __str__(self):
        return "The queue contains: " + str(self.the_queue)

    def push(self, elt):
        self.the_queue.append(elt)

    def pop(self):
        return self.the_queue.pop(0)

    def is_empty(self):
        return self.the_queue == []

    enqueue = push  # as another year's file calls them
    dequeue = pop
