/** What typed code uses of run-process.mjs. Runs a Node program in this terminal and returns its exit code. */
export function runNode(node: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<number>
