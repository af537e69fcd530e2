// Preloaded into child processes: when the parent dies without a word, the channel to it closes and the child stops as if told to.
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
