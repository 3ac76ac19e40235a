/** Rows of a page where the request names no `limit`. */
export const rowsPerPage = 25
