// Preloaded into child processes: when the parent dies without a word, the channel to it closes and the child stops as if told to.
const signal = process.env.END_WITH_PARENT
// Workers that the child forks inherit this preload, and manage their channels themselves.
delete process.env.END_WITH_PARENT
if (signal && process.channel) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, signal))
}
