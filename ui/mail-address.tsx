/** An address that, where it is too long for its line, goes on behind its @ rather than in the middle of a word. */
export function MailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
