import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that spawn servers, start clusters or try thousands of inputs take the longest. */
const slow = /\/(?:tests\/faults|postgres|tests\/model|tests\/security\/properties)\b/

/** Runs slow files first and large files before small ones, so that no slow file runs alone at the end. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (a, b) =>
        Number(slow.test(b.moduleId)) - Number(slow.test(a.moduleId)) || statSync(b.moduleId).size - statSync(a.moduleId).size,
    )
  }
}
