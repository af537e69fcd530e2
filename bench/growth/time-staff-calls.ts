import { endpoints } from '../../tests/security/endpoints.ts'
import { median, timeOf } from '../compare.ts'

const rounds = 3
/** Sums over everything that the school has ever sold, and what staff ask the provider for. */
const left = /^\/staff\/(figures|ledger)\/$/

/** Returns the milliseconds of each list and each first page of the console, medians, by path. */
export async function timeStaffCalls(url: string): Promise<Map<string, number>> {
  const paths = endpoints
    .filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/staff/') && !/:|\/export\//.test(path) && !left.test(path),
    )
    .filter(({ query }) => query === undefined || query.safeParse({}).success)
    .map(({ path }) => path)
  const times = new Map<string, number>()
  for (const path of new Set(paths)) {
    const each: number[] = []
    for (let round = 0; round < rounds; round += 1)
      each.push(await timeOf({ url: `${url}/api${path}` }).catch(() => Number.POSITIVE_INFINITY))
    times.set(path, median(each))
  }
  return times
}
