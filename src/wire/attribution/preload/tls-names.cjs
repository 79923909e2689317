"use strict";
const tls = require("node:tls");
const { isProxy } = require("./destinations.cjs");

/**
 * A redirected connection still asks for the cloud's host by name, but the proxy on this machine answers, with a
 * certificate for this machine: so that is the name it has to prove. Nobody needs an authority that may speak for the
 * cloud.
 */
function install() {
  const { connect } = tls;
  tls.connect = function (options, ...rest) {
    return Reflect.apply(connect, this, [adapted(options), ...rest]);
  };
}

function adapted(options) {
  try {
    const { host, port, servername, checkServerIdentity } = options;
    if (!servername || checkServerIdentity || !isProxy(host, port) || isProxy(servername, port))
      return options;
    const name = host.replace(/^\[|\]$/g, "");
    return {
      ...options,
      checkServerIdentity: (_, certificate) => tls.checkServerIdentity(name, certificate),
    };
  } catch {
    return options;
  }
}

module.exports = { install };
