import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { type Check, type Finding, neighbourTimeoutMs } from '../define-check.ts'

/** Days before the end from which on a certificate should have been renewed. */
const shortDays = 14
const dayMs = 86_400_000

export const certificate: Check = {
  name: 'certificate',
  title: 'Certificate',
  async find({ settings: { publicUrl } }) {
    if (!publicUrl?.startsWith('https:')) return undefined
    const { hostname, port } = new URL(publicUrl)
    const seen = await readCertificate(hostname, Number(port || 443))
    return judgeCertificate(hostname, seen)
  },
}

export interface SeenCertificate {
  /** When it ends; undefined when nobody answered. */
  endsAt?: Date | undefined
  /** Why browsers do not believe it, or why nobody answered. */
  problem?: string | undefined
}

function readCertificate(host: string, port: number): Promise<SeenCertificate> {
  return new Promise((resolve) => {
    // An address has no name to ask for.
    const named = isIP(host) === 0 ? { servername: host } : {}
    const socket = connect({ host, port, ...named, rejectUnauthorized: false, timeout: neighbourTimeoutMs }, () => {
      const { valid_to: end }: Partial<PeerCertificate> = socket.getPeerCertificate()
      finish({
        ...(end !== undefined && { endsAt: new Date(end) }),
        ...(socket.authorized ? {} : { problem: String(socket.authorizationError) }),
      })
    })
    const finish = (seen: SeenCertificate) => {
      socket.destroy()
      resolve(seen)
    }
    socket.on('error', ({ message }) => finish({ problem: message }))
    socket.on('timeout', () => finish({ problem: 'no answer' }))
  })
}

export function judgeCertificate(host: string, { endsAt, problem }: SeenCertificate, now = new Date()): Finding {
  if (endsAt === undefined) {
    const advice = `Check that ${host} leads to the proxy and that the proxy runs. Behind some networks a machine does not reach its own address.`
    return { ok: false, figure: `${host} does not answer (${problem ?? 'no certificate'})`, advice }
  }
  const days = Math.floor((endsAt.getTime() - now.getTime()) / dayMs)
  const figure = days < 0 ? `ended ${-days} days ago` : `ends in ${days} days`
  if (days < shortDays) {
    const advice = 'Look at the log of the proxy: it should have renewed the certificate 30 days before its end.'
    return { ok: false, figure, advice }
  }
  if (problem !== undefined) {
    return {
      ok: false,
      figure: `${figure}, not believed (${problem})`,
      advice: 'Get a certificate of a public authority; Caddy does by itself.',
    }
  }
  return { ok: true, figure }
}
