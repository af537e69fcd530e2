import { sendLoad } from './send-load.ts'

const paths = [
  '/home',
  '/courses',
  '/courses/1',
  '/newbatches',
  '/blogs',
  '/contact',
  '/api/courses/',
  '/api/courses/1/',
  '/login',
]
const subjects = ['cloud', 'react', 'python', 'devops', 'data', 'course', 'live']

/** Reads cached pages and lists, renders searches and requests codes for new addresses until the time is over. */
export async function sendMixedLoad(url: string, seconds: number, sample: () => Promise<void> = async () => {}): Promise<void> {
  const until = performance.now() + seconds * 1000
  for (let round = 0; performance.now() < until; round += 1) {
    for (const path of paths) await sendLoad(url + path, { 'accept-encoding': 'br' }, 2000)
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const query = `${subjects[index % subjects.length]} ${round}-${index}`
        await read(`${url}/search?q=${encodeURIComponent(query)}`)
        await read(`${url}/api/auth/login/`, { email: `reader${round}-${index}@example.com` })
      }),
    )
    await sample()
  }
}

/** Reads to the end, because a response that nobody reads keeps its memory on both sides. */
async function read(url: string, body?: object): Promise<void> {
  const sent = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(url, sent)
  await response.arrayBuffer()
  if (response.status >= 500) throw new Error(`${url}: ${response.status}`)
}
