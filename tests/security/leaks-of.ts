const secretPatterns = [
  /eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/,
  /(?<![\w-])[\w-]{43}(?![\w-])/,
  /\b[6-9]\d{9}\b/,
  /\b[\w.+-]+@[\w-]+\.\w{2,}/,
  /\b(?:otp|code)\W{1,4}\d{6}\b/i,
]

/** Returns the codes in mail subjects. A receipt number follows a slash and is no secret. */
export function codesIn(mails: readonly { subject: string }[]): string[] {
  return mails.flatMap(({ subject }) => subject.match(/(?<![\w/])\d{6}(?!\w)/g) ?? [])
}

/** Returns the log lines that contain a token, a phone number, an e-mail address or one of the codes. */
export function leaksOf(lines: readonly string[], codes: readonly string[] = []): string[] {
  return lines.filter(
    (line) =>
      secretPatterns.some((pattern) => pattern.test(line)) ||
      codes.some((code) => new RegExp(`(?<![\\w.-])${code}(?![\\w-])`).test(line)),
  )
}
