package main

const nonBlocking = 0
