/** Whether each escape of a path or query stands for text in UTF-8. */
export function isDecodable(escaped: string): boolean {
  try {
    decodeURIComponent(escaped)
    return true
  } catch {
    return false
  }
}
