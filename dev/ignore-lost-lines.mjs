// Imported by processes that keep others alive: a line that can't be written must not end them. `console` listens to its streams only
// while it writes, so the error of a closed pipe or a full disk, which comes later, would be uncaught. Plain JavaScript for Node 20.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
