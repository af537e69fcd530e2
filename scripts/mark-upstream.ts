/** The line of one process in an `upstream` of nginx, that is no comment. */
const lineOf = (address: string) =>
  new RegExp(`^([ \\t]*server[ \\t]+${address.replaceAll(/[.[\]]/g, '\\$&')}(?=[ \\t;])[^;\\n]*?)([ \\t]+down)?[ \\t]*;`, 'gm')

/** Whether a file of nginx has the process marked as `down`. @throws Error when the file does not name it once */
export function isMarkedDown(conf: string, address: string): boolean {
  const lines = [...conf.matchAll(lineOf(address))]
  if (lines.length !== 1)
    throw new Error(
      `The file of nginx has ${lines.length} lines "server ${address} …;": each process needs one line in its upstream.`,
    )
  return lines[0]?.[2] !== undefined
}

/** Returns the file with the process marked as `down`, or taken back. @throws Error when the file does not name it once */
export function markUpstream(conf: string, address: string, isDown: boolean): string {
  isMarkedDown(conf, address)
  return conf.replace(lineOf(address), (_line, server: string) => `${server}${isDown ? ' down' : ''};`)
}
