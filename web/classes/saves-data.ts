/** Whether the person asks for little data: by the browser's own setting or that of the system. */
export function savesData(): boolean {
  // Only Chromium has it, and no types do.
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}
