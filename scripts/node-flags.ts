/**
 * The flags of every node of the shop. On a machine with much memory V8 lets the young generation grow to 100 MB
 * and keeps them; 16 MiB a half cost no throughput.
 */
export const nodeFlags = ['--max-semi-space-size=16']
