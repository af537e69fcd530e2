import { once } from 'node:events'
import { createServer } from 'node:net'
import { LaunchError } from '#postgres/launch-error.ts'

/**
 * Checks that the ports are free.
 * @param command what starts the program, for the advice
 * @throws LaunchError that names the first port in use
 */
export async function checkPorts(host: string, ports: Record<string, number>, command = 'npm start'): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    const server = createServer()
    try {
      server.listen({ host, port, exclusive: true })
      await once(server, 'listening')
      server.close()
      await once(server, 'close')
    } catch (error) {
      throw new LaunchError(explain(error, host, name, port, command), { cause: error })
    }
  }
}

function explain(error: unknown, host: string, name: string, port: number, command: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the program that listens there, or choose another with ${name}=${port + 10} ${command}`
  if (code === 'EACCES') return `Port ${port} may not be used by this account: choose one above 1023 with ${name}=3000 ${command}`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST=${host} is no address of this machine: leave HOST away, or use 0.0.0.0 for every address`
  return `Port ${port} (${name}) on ${host} cannot be listened on: ${error instanceof Error ? error.message : String(error)}`
}
