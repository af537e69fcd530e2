/** Masks an address: `asha.patil@example.com` becomes `a•••@example.com`, which only its owner recognises. */
export function maskAddress(email: string): string {
  return `${[...email][0] ?? ''}•••${email.slice(email.lastIndexOf('@'))}`
}
