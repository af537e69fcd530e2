/** Test files that replace modules. Each runs in its own worker. */
export const isolated = [
  'server/documents/draw-document.test.ts',
  'server/hold-space.test.ts',
  'server/recordings/uploads/uploads-without-space.test.ts',
  'tests/growth/plans.test.ts',
  'web/lib/session.test.ts',
]
