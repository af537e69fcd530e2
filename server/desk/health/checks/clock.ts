import { one, statement } from '#server/platform/db/query.ts'
import { type Check, type Finding, neighbourTimeoutMs } from '../define-check.ts'

const clockOfDatabase = statement<{ now: number }>(
  'clock_of_database',
  'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
)

/** Seconds by which clocks may differ. Codes of apps last 30 seconds, and the provider gives whole seconds. */
const mostSeconds = 5

export const clock: Check = {
  name: 'clock',
  title: 'Clock',
  async find({ db, settings }) {
    const before = Date.now()
    const database = (await one(db, clockOfDatabase)).now
    // The answer was made between the two looks.
    const apart = (time: number, from: number) => (time < from ? from - time : Math.max(0, time - Date.now())) / 1000
    const ofDatabase = apart(database, before)
    const ofProvider = settings.providerUrl === undefined ? undefined : await askProvider(settings.providerUrl)
    return judgeClocks(ofDatabase, ofProvider)
  },
}

/** Seconds between this machine's clock and that of a web server; undefined when it does not answer. */
async function askProvider(url: string): Promise<number | undefined> {
  const before = Date.now()
  const answer = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(neighbourTimeoutMs),
  }).catch(() => undefined)
  const date = Date.parse(answer?.headers.get('date') ?? '')
  if (Number.isNaN(date)) return undefined
  // Its header has whole seconds.
  return Math.max(0, before - (date + 1000), date - Date.now()) / 1000
}

/** @param ofProvider undefined when it did not answer */
export function judgeClocks(ofDatabase: number, ofProvider: number | undefined): Finding {
  const figure =
    ofProvider === undefined
      ? `${ofDatabase.toFixed(1)} s from the database's`
      : `${ofDatabase.toFixed(1)} s from the database's, ${ofProvider.toFixed(1)} s from the payment provider's`
  if (Math.max(ofDatabase, ofProvider ?? 0) <= mostSeconds) return { ok: true, figure }
  const advice =
    'Switch time synchronisation on (timedatectl set-ntp true) on this machine and that of the database: sign-in codes and links depend on it.'
  return { ok: false, figure, advice }
}
