-- Sends the requests of a file, at random: whole HTTP requests with a NUL after each. What stands
-- between \1 and \1 is replaced by a text that no other request has.
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
    '\nresult {"requests":%d,"microseconds":%d,"bytes":%d,"failed":%d,"p50":%f,"p99":%f,"max":%f}\n',
    summary.requests, summary.duration, summary.bytes,
    e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency.max / 1000))
end
