const sentences: Record<string, string> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'does not exist',
  EACCES: 'can not be opened: this account has no right to',
  EPERM: 'can not be opened: this account has no right to',
  ENOSPC: 'can not be written: the disk is full',
}

/** Returns an error that says what is wrong with `path`; any other error as it is. */
export function fileProblem(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  return sentence === undefined ? error : new Error(`${path} ${sentence}`, { cause: error })
}
