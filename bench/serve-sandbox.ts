// Child process of a benchmark: the payment sandbox, whose CPU is not the product's.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '#dev/razorpay/start-sandbox.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'karyashala-sandbox-'))
const sandbox = await startSandbox({
  port: 0,
  dataDir,
  keyId: 'rzp_sandbox_bench',
  keySecret: 'secret-of-the-benchmarks',
  webhookSecret: 'webhook-secret-of-the-benchmarks',
  // The browser reports each payment, so no event is sent.
  webhookUrl: 'http://127.0.0.1:1/',
})
process.send?.({ url: sandbox.url })
process.on('message', (message: 'cpu' | 'stop') => {
  if (message === 'cpu') return void process.send?.(process.cpuUsage())
  void sandbox.close().then(() => {
    rmSync(dataDir, { recursive: true, force: true })
    process.disconnect()
  })
})
