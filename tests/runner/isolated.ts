/** Test files that replace modules. Each runs in its own worker. */
export const isolated = [
  'server/platform/documents/draw-document.test.ts',
  'server/platform/files/hold-space.test.ts',
  'server/classes/recordings/uploads/uploads-without-space.test.ts',
  'tests/growth/plans.test.ts',
  'web/lib/session.test.ts',
]
