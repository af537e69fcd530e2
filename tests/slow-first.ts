import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that spawn servers or start clusters. They wait more than they compute, and take the longest. */
const slow = /\/(?:tests\/faults|postgres|tests\/model)\//

/** Slow files first, so that none of them runs alone at the end. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const inOrder = await BaseSequencer.prototype.sort.call(this, files)
    return inOrder.toSorted((a, b) => Number(slow.test(b.moduleId)) - Number(slow.test(a.moduleId)))
  }
}
