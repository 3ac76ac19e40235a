/**
 * Escapes the path of a page that cannot be decoded, such as `/%E0%A4%A`, so that it is answered with the
 * 404 page. The API refuses such URLs itself.
 */
export function decodableUrl(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('%') || /^\/api\//i.test(path) || isDecodable(path)) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
