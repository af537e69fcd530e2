/** `asha.patil@example.com` as `a•••@example.com`: known to whoever typed it, of no use to anyone else. */
export function maskAddress(email: string): string {
  return `${[...email][0] ?? ''}•••${email.slice(email.lastIndexOf('@'))}`
}
