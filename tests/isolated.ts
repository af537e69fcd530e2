/** Test files that replace modules: each runs in a worker of its own. `isolated.test.ts` compares the list with the files. */
export const isolated = ['server/documents/draw-document.test.ts', 'web/lib/session.test.ts']
