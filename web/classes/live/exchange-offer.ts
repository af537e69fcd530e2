/** A line to the class's engine. */
export interface MediaLine {
  connection: RTCPeerConnection
  /** Of the connection, for changes. */
  location: string
  close(): void
}

/** The engine's answer that is no answer, with its status. */
export class OfferRefused extends Error {
  readonly status: number
  /** Of the product; empty when a proxy answered. */
  readonly code: string

  constructor(status: number, { code = '', message = 'The class can not be reached.' }: { code?: string; message?: string }) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Milliseconds for which a browser waits for the engine's answer. */
const answerTimeoutMs = 10_000

/**
 * Offers a connection to the engine by HTTP, as WHIP and WHEP do. The answer has all candidates.
 * @throws OfferRefused; TypeError when the network is away
 */
export async function exchangeOffer(connection: RTCPeerConnection, url: string, token: string): Promise<MediaLine> {
  await connection.setLocalDescription(await connection.createOffer())
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${token}` },
    body: connection.localDescription?.sdp ?? '',
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  const body = await response.text()
  if (!response.ok) {
    connection.close()
    throw new OfferRefused(response.status, refusalIn(body))
  }
  await connection.setRemoteDescription({ type: 'answer', sdp: body })
  const location = response.headers.get('location') ?? ''
  return {
    connection,
    location,
    close() {
      connection.close()
      // The engine notices in any case; this is quicker.
      void fetch(location, { method: 'DELETE', headers: { authorization: `Bearer ${token}` }, keepalive: true }).catch(
        () => undefined,
      )
    },
  }
}

/** A proxy answers in its own words. */
function refusalIn(body: string): { code?: string; message?: string } {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null) return {}
    const { code, message } = value as Record<string, unknown>
    return { ...(typeof code === 'string' && { code }), ...(typeof message === 'string' && { message }) }
  } catch {
    return {}
  }
}
