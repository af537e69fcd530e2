/** Milliseconds of playing between two saves. */
export const saveEvery = 10_000

interface Ports {
  /** The server's time in milliseconds. */
  now: () => number
  /** `leaving` when the page may be gone before an answer comes. */
  send: (position: number, watchedAt: string, leaving: boolean) => void
}

/** Decides when a position is worth telling the server. */
export function createPositionKeeper({ now, send }: Ports) {
  let saved = { position: -1, at: now() }
  const save = (position: number, leaving: boolean) => {
    const whole = Math.floor(position)
    if (whole === saved.position) return
    saved = { position: whole, at: now() }
    send(whole, new Date(saved.at).toISOString(), leaving)
  }
  return {
    /** What the server knows already. */
    startAt(position: number): void {
      saved = { position: Math.floor(position), at: now() }
    },
    playing(position: number): void {
      if (now() - saved.at >= saveEvery) save(position, false)
    },
    stopped: (position: number): void => save(position, false),
    leaving: (position: number): void => save(position, true),
  }
}
