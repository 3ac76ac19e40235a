import { productRooms } from './product-rooms.ts'
import type { Room } from './room.ts'
import { toolRooms } from './tool-rooms.ts'

/** The allowed imports between rooms. */
export const rooms: readonly Room[] = [...productRooms, ...toolRooms]
