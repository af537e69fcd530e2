/** Saves a file that the page has made or loaded. */
export function saveFile(filename: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // Revoked late, so that the browser has finished the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves a value as a JSON file. */
export function saveJson(filename: string, value: unknown): void {
  saveFile(filename, new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }))
}
