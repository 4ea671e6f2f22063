"""A spider that follows every link of a site and counts pages; says what it took, in one line of JSON."""

import json
import os
import resource
import time

import scrapy
from scrapy import signals

START = os.environ["START"]


class Links(scrapy.Spider):
    name = "links"
    start_urls = [START]
    allowed_domains = ["127.0.0.1"]
    custom_settings = {
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": int(os.environ["PARALLEL"]),
        "CONCURRENT_REQUESTS_PER_DOMAIN": int(os.environ["PARALLEL"]),
        "REQUEST_FINGERPRINTER_IMPLEMENTATION": "2.7",
        "TELNETCONSOLE_ENABLED": False,
    }

    # The address to begin with is asked for again where a page leads back to it.
    seen = set()

    @classmethod
    def from_crawler(cls, crawler, *args, **kwargs):
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.begin, signal=signals.spider_opened)
        crawler.signals.connect(spider.end, signal=signals.spider_closed)
        return spider

    def begin(self):
        self.began, self.cpu = time.monotonic(), time.process_time()

    def end(self):
        told = {
            "pages": len(self.seen),
            "seconds": self.last - self.began,
            "cpuMs": 1000 * (time.process_time() - self.cpu),
            "peakMb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
        }
        print(json.dumps(told), flush=True)

    def parse(self, response):
        self.seen.add(response.url)
        self.last = time.monotonic()
        yield {"url": response.url, "title": response.css("title::text").get()}
        yield from response.follow_all(css="a")
