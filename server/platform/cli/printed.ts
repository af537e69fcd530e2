/** Lines to print and the exit code. */
export interface Printed {
  lines: string[]
  code: number
}
