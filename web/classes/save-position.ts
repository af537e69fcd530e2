/** Milliseconds between saves during playback. */
const saveIntervalMs = 10_000

interface Ports {
  /** Server time in milliseconds. */
  now: () => number
  /** `leaving`: the page may close before the response arrives. */
  send: (position: number, watchedAt: string, leaving: boolean) => void
}

/** Decides when a playback position is sent to the server. */
export function createPositionSaver({ now, send }: Ports) {
  let saved = { position: -1, at: now() }
  const save = (position: number, leaving: boolean) => {
    const whole = Math.floor(position)
    if (whole === saved.position) return
    saved = { position: whole, at: now() }
    send(whole, new Date(saved.at).toISOString(), leaving)
  }
  return {
    /** Sets the position the server already has. */
    startAt(position: number): void {
      saved = { position: Math.floor(position), at: now() }
    },
    playing(position: number): void {
      if (now() - saved.at >= saveIntervalMs) save(position, false)
    },
    stopped: (position: number): void => save(position, false),
    leaving: (position: number): void => save(position, true),
  }
}
