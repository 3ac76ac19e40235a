-- Sends complete HTTP requests from a file, each followed by NUL, in random order. The text between two \1 is
-- replaced by a unique key.
local requests, count, unique = {}, 0, 0

function init(args)
  math.randomseed(tonumber(args[2]))
  local file = assert(io.open(args[1], 'rb'))
  for request in file:read('*a'):gmatch('[^%z]+') do
    local before, after = request:match('^(.-)\1key\1(.*)$')
    requests[#requests + 1] = before and { before, after } or request
  end
  file:close()
  count = #requests
  prefix = args[2] .. '-'
end

function request()
  local request = requests[math.random(count)]
  if type(request) == 'string' then return request end
  unique = unique + 1
  return request[1] .. prefix .. unique .. request[2]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\nresult {"requests":%d,"microseconds":%d,"failed":%d,"p50":%f,"p99":%f}\n',
    summary.requests, summary.duration,
    e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
