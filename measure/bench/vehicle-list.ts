import { kindKeys } from '../../src/contract/shared/product-kinds.ts'
import { modelsMax, vehicleOf } from '../../src/server/testing/rows/many-fitments.ts'
import type { BenchNodes, Node } from './bench-nodes.ts'
import { loadFitments } from './loaded-fitments.ts'
import { requestText } from './request.ts'

const lists = 100_000

/** Requests of a kind by price for a car, and the same without one, to the same node. */
export async function vehicleLists(bench: BenchNodes, node: Node) {
  await loadFitments(node)
  const plain = Array.from({ length: lists }, (_, n) => {
    const kind = kindKeys[n % kindKeys.length]
    return `/api/products?limit=24&kind=${kind}&sort=lowest-price&n=${n}`
  })
  const written = (name: string, paths: readonly string[]) =>
    bench.writeRequests(
      name,
      paths.map((path) => requestText({ path })),
    )
  return {
    requests: written(
      'vehicle-list',
      plain.map((path) => `${path}&vehicle=${anyVehicle()}`),
    ),
    limit: { kind: 'server' as const, server: node, requests: written('kind-list', plain) },
  }
}

/** Models as often as they are in fitments. */
const anyVehicle = () => vehicleOf(1 + Math.floor(modelsMax * Math.random() ** 3))
