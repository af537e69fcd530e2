import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that spawn servers or start clusters. They take the longest. */
const slow = /\/(?:tests\/faults|postgres|tests\/model)\//

/** Slow files first and large ones before small ones, so that none of them runs alone at the end. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted(
      (a, b) => Number(slow.test(b.moduleId)) - Number(slow.test(a.moduleId)) || statSync(b.moduleId).size - statSync(a.moduleId).size,
    )
  }
}
