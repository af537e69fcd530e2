import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DemoStudent, demoStudents } from '#contract/page-rendering.ts'

/** The file with the students of the demo whose addresses are told. */
export const demoStudentsFile = (dataDir: string): string => join(dataDir, 'demo-students.json')

/** Returns the students that the demo has. A school that was filled without a past has none. */
export function readDemoStudents(dataDir: string): DemoStudent[] {
  const file = demoStudentsFile(dataDir)
  return existsSync(file) ? demoStudents.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}
