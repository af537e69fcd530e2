const never = [
  /eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/,
  /(?<![\w-])[\w-]{43}(?![\w-])/,
  /\b[6-9]\d{9}\b/,
  /\b[\w.+-]+@[\w-]+\.\w{2,}/,
  /\b(?:otp|code)\W{1,4}\d{6}\b/i,
]

/** The codes that mails carry in their subjects; a receipt's number follows a slash and is no secret. */
export function codesIn(letters: readonly { subject: string }[]): string[] {
  return letters.flatMap(({ subject }) => subject.match(/(?<![\w/])\d{6}(?!\w)/g) ?? [])
}

/** Lines of a log that tell a token, a phone, an e-mail address or one of these codes. */
export function leaksOf(lines: readonly string[], codes: readonly string[] = []): string[] {
  return lines.filter(
    (line) =>
      never.some((pattern) => pattern.test(line)) || codes.some((code) => new RegExp(`(?<![\\w.-])${code}(?![\\w-])`).test(line)),
  )
}
