"""A cluster by the files of deploy/cluster, in network namespaces of its own, under faults and load."""
