import { statfsSync } from 'node:fs'

const noSpace = 'No space left on device'
/** Matches messages about a refused client, which do not end the server. */
const clientMessages =
  /terminating (?:connection|background worker)|the database system is|authentication|(?:role|database) .* does not exist|too many clients|connection slots|pg_hba/

/**
 * Returns the cause of a server's end from its log: the first message about the server itself. On a full disk the log may
 * be incomplete, so free space is checked as well.
 */
export function findCause(log: string, cluster: string): string | undefined {
  const lines = log.split('\n')
  const full = lines.find((line) => line.includes(noSpace))
  if (full !== undefined) return messageOf(full)
  const fatal = lines.find((line) => /\b(?:FATAL|PANIC):/.test(line) && !clientMessages.test(line))
  if (fatal !== undefined) return messageOf(fatal)
  if (isFull(cluster)) return noSpace
  const killed = lines.find((line) => line.includes('was terminated by signal'))
  return killed === undefined ? undefined : messageOf(killed)
}

/** Returns the message after the time, the process id and the severity. */
function messageOf(line: string): string {
  const severity = /\b(?:FATAL|PANIC|ERROR|LOG|WARNING):\s*/.exec(line)
  return (severity ? line.slice(severity.index + severity[0].length) : line).trim().slice(0, 300)
}

function isFull(cluster: string): boolean {
  try {
    return statfsSync(cluster).bavail === 0
  } catch {
    return false
  }
}
