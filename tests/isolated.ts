/** Test files that replace modules. Each runs in its own worker. */
export const isolated = ['server/documents/draw-document.test.ts', 'web/lib/session.test.ts']
